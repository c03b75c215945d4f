/** Arithmetic of looking: fitting, clamping, keeping a place, and what has to be drawn ahead. Numbers only. */
import type { Box } from '../../../layout/call-graph/scene';
import type { View } from '../../shared/panzoom';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MOST = 2;
/** Words have room from here on. */
const READABLE = 0.8;
/** Lanes, their names and what leads where can be seen from here on. */
const OVERVIEW = 0.4;
const MARGIN = 12;
/** This much of the picture always stays on the screen. */
const KEPT = 96;

export function fitScale(picture: Size, screen: Size): number {
  const k = Math.min(
    (screen.width - 2 * MARGIN) / picture.width,
    (screen.height - 2 * MARGIN) / picture.height,
  );
  return Math.max(0.01, Math.min(1, k));
}

export function leastScale(picture: Size, screen: Size): number {
  return Math.min(0.2, fitScale(picture, screen));
}

/** All of it, in the middle. */
export function fitted(picture: Size, screen: Size): View {
  const k = fitScale(picture, screen);
  return {
    k,
    x: (screen.width - picture.width * k) / 2,
    y: Math.max(MARGIN, (screen.height - picture.height * k) / 2),
  };
}

/** As a reader first meets it: all of it where the lanes can still be told; else readable, from the beginning. */
export function firstView(picture: Size, screen: Size): View {
  const whole = fitted(picture, screen);
  if (whole.k >= OVERVIEW) return whole;
  const k = Math.min(1, Math.max(READABLE, (screen.width - 2 * MARGIN) / picture.width));
  return { k, x: Math.max(MARGIN - 8, (screen.width - picture.width * k) / 2), y: 0 };
}

/** Messages around a call: words are smaller than can be read before here. */
const WORDS_AROUND = 0.75;
export const LEAST_AROUND = 0.3;

/**
 * The messages around a call as they are first met, in scrolled pixels: as wide as the screen where words stay readable,
 * and the call's own message in sight.
 */
export function aroundView(picture: Size, screen: Size, centre: Pick<View, 'x' | 'y'> | undefined): View {
  const k = Math.min(1, Math.max(WORDS_AROUND, screen.width / picture.width));
  const at = (place: number, room: number): number => Math.max(0, place * k - room / 3);
  return { k, x: at(centre?.x ?? 0, screen.width), y: at(centre?.y ?? 0, screen.height) };
}

export function clamped(view: View, picture: Size, screen: Size): View {
  const within = (at: number, size: number, room: number): number =>
    Math.min(room - KEPT, Math.max(KEPT - size * view.k, at));
  return {
    k: view.k,
    x: within(view.x, picture.width, screen.width),
    y: within(view.y, picture.height, screen.height),
  };
}

export function screenBox(view: View, screen: Size): Box {
  return {
    left: -view.x / view.k,
    top: -view.y / view.k,
    right: (screen.width - view.x) / view.k,
    bottom: (screen.height - view.y) / view.k,
  };
}

/** The part that is drawn: what is seen and half a screen around it, so that a step aside costs nothing. */
export function drawnBox(view: View, screen: Size): Box {
  const { left, top, right, bottom } = screenBox(view, screen);
  const dx = (right - left) / 2;
  const dy = (bottom - top) / 2;
  return { left: left - dx, top: top - dy, right: right + dx, bottom: bottom + dy };
}

export function holds(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}

/** Moves the least that brings a place into view, with room around it. */
export function broughtIntoView(view: View, place: Box, screen: Size, room = 48): View {
  const shift = (low: number, high: number, size: number): number => {
    const margin = Math.min(room, size / 4);
    if (high - low > size - 2 * margin || low < margin) return margin - low;
    return high > size - margin ? size - margin - high : 0;
  };
  return {
    k: view.k,
    x: view.x + shift(place.left * view.k + view.x, place.right * view.k + view.x, screen.width),
    y: view.y + shift(place.top * view.k + view.y, place.bottom * view.k + view.y, screen.height),
  };
}

/** Whether all of a picture is seen, and not much more. */
export function isFitted(view: View, picture: Size, screen: Size): boolean {
  return holds(screenBox(view, screen), { left: 0, top: 0, right: picture.width, bottom: picture.height });
}
