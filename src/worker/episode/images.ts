/**
 * Pictures in messages: what an address says it is, and the bytes of the few kinds that are shown. Only raster pictures
 * inside data URLs are ever decoded; an address outside the file is never followed.
 */
import type { ImageHead } from './message-shape';

/** The decoded bytes, or why there are none. */
export type DecodedImage =
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly reason: string };

interface DataUrl {
  readonly mediaType: string;
  readonly base64: boolean;
  /** Where the payload begins. */
  readonly payload: number;
}

export function imageHead(url: string): ImageHead {
  if (/^https?:/i.test(url) || url.startsWith('//')) return { kind: 'remote', url: url.slice(0, 2000) };
  const data = dataUrl(url);
  if (data === null) return { kind: 'other', url: url.slice(0, 2000) };
  const { mediaType, base64, payload } = data;
  const bytes = base64 ? base64Bytes(url, payload) : url.length - payload;
  const first = base64 ? decodeBase64(url.slice(payload, payload + 64)) : null;
  const real = first === null ? null : sniffRaster(first);
  if (real !== null) return { kind: 'raster', mediaType: real, bytes };
  if (!/^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(mediaType))
    return { kind: 'not_raster', mediaType, bytes };
  const reason = first === null ? 'its base64 is damaged' : 'its bytes are of no picture type that is shown';
  return { kind: 'damaged', mediaType, reason };
}

export function decodeImage(url: string): DecodedImage {
  const data = dataUrl(url);
  if (data?.base64 !== true) return { kind: 'refused', reason: 'not a base64 data URL' };
  const bytes = decodeBase64(url.slice(data.payload));
  if (bytes === null) return { kind: 'refused', reason: 'its base64 is damaged' };
  const mediaType = sniffRaster(bytes);
  if (mediaType === null)
    return { kind: 'refused', reason: 'its bytes are of no picture type that is shown' };
  return { kind: 'image', mediaType, bytes };
}

function dataUrl(url: string): DataUrl | null {
  if (!/^data:/i.test(url)) return null;
  const comma = url.slice(0, 1000).indexOf(',');
  if (comma < 0) return null;
  const [mediaType = '', ...parameters] = url.slice(5, comma).toLowerCase().split(';');
  return {
    mediaType: mediaType.trim() === '' ? 'text/plain' : mediaType.trim(),
    base64: parameters.some((parameter) => parameter.trim() === 'base64'),
    payload: comma + 1,
  };
}

function base64Bytes(url: string, payload: number): number {
  let end = url.length;
  while (end > payload && url[end - 1] === '=') end -= 1;
  return Math.floor(((end - payload) * 3) / 4);
}

/** Standard and URL-safe alphabets, with or without padding; null for damage. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const clean = text
    .replace(/[\s=]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (clean.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(clean)) return null;
  const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4));
  const step = 65_536;
  let filled = 0;
  for (let at = 0; at < clean.length; at += step) {
    const binary = atob(clean.slice(at, at + step));
    for (let index = 0; index < binary.length; index += 1) bytes[filled + index] = binary.charCodeAt(index);
    filled += binary.length;
  }
  return bytes;
}

/** By magic numbers: the declared type is the writer's opinion. */
function sniffRaster(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(text.slice(8, 12))) return 'image/avif';
  if (text.startsWith('BM')) return 'image/bmp';
  return null;
}
