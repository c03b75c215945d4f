/** What a message says: text, or parts of it. Parts that nobody knows are kept as they are. */
import type { Content, ContentPart } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import type { Field } from '../fields';
import type { Spot } from '../spot';
import { nameOfType } from '../spot';

const NONE: Content = { kind: 'none' };

export function readContent(value: Field, spot: Spot): Content {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (value === undefined || value === null) return NONE;
  if (isArray(value)) {
    const parts = spot.under('content');
    return { kind: 'parts', parts: value.map((part, index) => readPart(part, parts, index)) };
  }
  spot.note('bad-field', 'content', `Expected text or parts, found ${nameOfType(value)}; shown as it is.`);
  return { kind: 'parts', parts: [{ kind: 'unknown', type: '', value }] };
}

function readPart(value: Json, parts: Spot, index: number): ContentPart {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (!isObject(value)) {
    parts.note('bad-field', index, `Expected a content part, found ${nameOfType(value)}; shown as it is.`);
    return { kind: 'unknown', type: '', value };
  }
  const type = typeof value.type === 'string' ? value.type : '';
  const part = partOfType(type, value);
  if (part !== null) return part;
  if (parts.collector.isFirst(`part ${type}`)) {
    parts.note(
      'unknown-part',
      index,
      `A content part of type ${JSON.stringify(type)} that cannot be shown as such.`,
    );
  }
  return { kind: 'unknown', type, value };
}

/** Null for an unknown type, and for a known one without its payload. */
function partOfType(type: string, value: JsonObject): ContentPart | null {
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      // The latter are the names of text in the Responses API; judges' requests carry them.
      return typeof value.text === 'string' ? { kind: 'text', text: value.text } : null;
    case 'image_url': {
      const image = value.image_url;
      const url = isObject(image) ? image.url : image;
      if (typeof url === 'string') return { kind: 'image', url };
      return isObject(value.native) ? nativePart(value.native) : null;
    }
    case 'native':
      return isObject(value.native) ? nativePart(value.native) : null;
    case 'input_audio':
      return isObject(value.input_audio) ? { kind: 'native', type, native: value } : null;
    default:
      return null;
  }
}

function nativePart(native: JsonObject): ContentPart {
  return { kind: 'native', type: typeof native.type === 'string' ? native.type : 'native', native };
}
