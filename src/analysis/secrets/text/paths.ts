/** Absolute paths that tell about somebody's machine: home, temporary, socket. It refuses to know what lies there. */
import { endOf, isAlphanumeric, isLetter, isPathCharacter } from '../characters';
import type { Hit } from '../hits';

const HOME = /^(?:\/private)?\/(?:home|Users)\/[^/]|^\/(?:var\/)?root\/[^/]/;
const TEMP = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/[^/]|^\/dev\/shm\/[^/]/;
const SOCKET = /\.(?:sock|socket)$/;

/** At a `/`. Path characters before it mean that it does not begin a path; `file://` does. */
export function pathAt(text: string, at: number): Hit | null {
  if (at > 0 && isPathCharacter(text.charCodeAt(at - 1)) && !isAfterFile(text, at)) return null;
  const end = endOfPath(text, at, isPathCharacter);
  return hitOf(text.slice(at, Math.min(end, at + 4096)), text, at, end);
}

function hitOf(path: string, text: string, start: number, end: number): Hit | null {
  if (SOCKET.test(text.slice(Math.max(start, end - 8), end)) && end - start > 6) {
    return { kind: 'socket-path', start, end };
  }
  if (HOME.test(path)) return { kind: 'home-path', start, end };
  return TEMP.test(path) ? { kind: 'temp-path', start, end } : null;
}

function isAfterFile(text: string, at: number): boolean {
  return text.startsWith('file://', at - 7);
}

/** A sentence may end behind a path. */
function endOfPath(text: string, from: number, is: (code: number) => boolean): number {
  let end = endOf(text, from, is);
  while (end > from + 1 && '.@%+'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

const WINDOWS_HOME = /^[A-Za-z]:[\\/]+(?:Users|Documents and Settings)[\\/]+[^\\/]/i;
const WINDOWS_TEMP = /^[A-Za-z]:[\\/]+(?:.{0,200}[\\/])?Te?mp[\\/]+[^\\/]/i;

/** At the colon of `C:\`. */
export function windowsPathAt(text: string, colon: number): Hit | null {
  const start = colon - 1;
  if (start < 0 || !isLetter(text.charCodeAt(start))) return null;
  if (start > 0 && isAlphanumeric(text.charCodeAt(start - 1))) return null;
  const end = endOfPath(text, colon + 1, isWindowsPathCharacter);
  const path = text.slice(start, Math.min(end, start + 512));
  if (WINDOWS_TEMP.test(path)) return { kind: 'temp-path', start, end };
  return WINDOWS_HOME.test(path) ? { kind: 'home-path', start, end } : null;
}

function isWindowsPathCharacter(code: number): boolean {
  return isPathCharacter(code) || code === 0x5c;
}
