/**
 * Moving and scaling a picture by pointer, wheel and two fingers. It turns events into a new view and refuses to know what
 * the picture shows; keys are the command table's. Own code and not d3-zoom: the arithmetic is a dozen lines, and a wheel
 * that scrolls, as everywhere else on the page, is not what d3-zoom does.
 */
import type { Attachment } from 'svelte/attachments';

/** A point `p` of the picture stands at `p * k + (x, y)` on the screen. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface PanZoom {
  readonly view: () => View;
  /** `settled` false: more of the same gesture is to come. */
  readonly move: (view: View, settled: boolean) => void;
  readonly bounds: () => { readonly least: number; readonly most: number };
  /** A press that was no drag, with what it was made with. */
  readonly press: (x: number, y: number, event: PointerEvent) => void;
  readonly hover: (x: number, y: number) => void;
}

/** Pointers wander this far in a press. */
const STILL = 5;
/** A wheel that rests this long has ended its gesture. */
const REST = 140;

export function zoomAt(view: View, factor: number, x: number, y: number, least: number, most: number): View {
  const k = Math.min(most, Math.max(least, view.k * factor));
  const scale = k / view.k;
  return { k, x: x - (x - view.x) * scale, y: y - (y - view.y) * scale };
}

export function panzoom(options: PanZoom): Attachment<HTMLElement> {
  return (element) => {
    const pointers = new Map<number, { x: number; y: number }>();
    let pressed: { readonly x: number; readonly y: number } | null = null;
    let dragged = false;
    let resting: ReturnType<typeof setTimeout> | undefined;

    const place = (event: MouseEvent): { x: number; y: number } => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const zoom = (factor: number, x: number, y: number, settled: boolean): void => {
      const { least, most } = options.bounds();
      options.move(zoomAt(options.view(), factor, x, y, least, most), settled);
    };

    function wheel(event: WheelEvent): void {
      event.preventDefault();
      const unit =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE
          ? 18
          : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
            ? 400
            : 1;
      const { x, y } = place(event);
      // Browsers report a pinch on a touchpad as a wheel with Control.
      if (event.ctrlKey || event.metaKey) {
        const step = Math.max(-60, Math.min(60, event.deltaY * unit));
        zoom(2 ** (-step * (event.ctrlKey && unit === 1 ? 0.01 : 0.006)), x, y, false);
      } else {
        const view = options.view();
        const [dx, dy] =
          event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
        options.move({ k: view.k, x: view.x - dx * unit, y: view.y - dy * unit }, false);
      }
      clearTimeout(resting);
      resting = setTimeout(() => options.move(options.view(), true), REST);
    }

    function down(event: PointerEvent): void {
      if (event.button !== 0 && event.pointerType === 'mouse') return;
      pointers.set(event.pointerId, place(event));
      if (pointers.size === 1) {
        pressed = place(event);
        dragged = false;
      } else dragged = true;
    }

    function moved(event: PointerEvent): void {
      const at = place(event);
      const before = pointers.get(event.pointerId);
      if (before === undefined) {
        if (event.pointerType === 'mouse') options.hover(at.x, at.y);
        return;
      }
      const view = options.view();
      if (pointers.size === 1) {
        if (!dragged && pressed !== null && Math.hypot(at.x - pressed.x, at.y - pressed.y) < STILL) return;
        if (!dragged) {
          dragged = true;
          element.setPointerCapture(event.pointerId);
        }
        options.move({ k: view.k, x: view.x + at.x - before.x, y: view.y + at.y - before.y }, false);
      } else {
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        if (other !== undefined) {
          const was = Math.hypot(before.x - other.x, before.y - other.y);
          const now = Math.hypot(at.x - other.x, at.y - other.y);
          const shifted = { k: view.k, x: view.x + (at.x - before.x) / 2, y: view.y + (at.y - before.y) / 2 };
          const { least, most } = options.bounds();
          const factor = was < 1 ? 1 : now / was;
          options.move(
            zoomAt(shifted, factor, (at.x + other.x) / 2, (at.y + other.y) / 2, least, most),
            false,
          );
        }
      }
      pointers.set(event.pointerId, at);
    }

    function up(event: PointerEvent): void {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size > 0) return;
      const at = place(event);
      if (dragged) options.move(options.view(), true);
      else if (event.type === 'pointerup') options.press(at.x, at.y, event);
      pressed = null;
    }

    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', moved);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    return () => {
      clearTimeout(resting);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', moved);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
    };
  };
}
