/** From key presses to chords, and from chords to commands. Which commands there are is the table's business. */
import type { Commands } from '../../store/commands.svelte';

/** The chord of a press, as the command table writes it: `j`, `J`, `?`, `Mod+k`, `Shift+Enter`. */
export function chordOf(event: KeyboardEvent): string {
  const printable = event.key.length === 1;
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push('Mod');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && (!printable || parts.length > 0)) parts.push('Shift');
  parts.push(printable && parts.length > 0 ? event.key.toLowerCase() : event.key);
  return parts.join('+');
}

/** How a chord is shown: `Mod+k` is `⌘K` on a Mac and `Ctrl K` elsewhere. */
export function chordLabel(chord: string, mac: boolean): readonly string[] {
  return chord.split(/\+(?=.)/).map((part) => {
    switch (part) {
      case 'Mod':
        return mac ? '⌘' : 'Ctrl';
      case 'Alt':
        return mac ? '⌥' : 'Alt';
      case 'Shift':
        return mac ? '⇧' : 'Shift';
      case 'Escape':
        return 'Esc';
      case 'ArrowUp':
        return '↑';
      case 'ArrowDown':
        return '↓';
      case 'ArrowLeft':
        return '←';
      case 'ArrowRight':
        return '→';
      case 'PageUp':
        return 'Page up';
      case 'PageDown':
        return 'Page down';
      default:
        return chord.includes('Mod') && part.length === 1 ? part.toUpperCase() : part;
    }
  });
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const WRITES = /^(?:text|search|url|tel|email|password|number|date|time|datetime-local|month|week)$/;

/** True where keys are text: fields, text areas, editable content. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return WRITES.test(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

const MOVES = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/;

/**
 * Enter and Space belong to the link or button that has the focus. Keys that move belong to whatever has the focus (a
 * pane scrolls, a menu moves), except inside an element marked `data-moves`, whose page binds them as commands, and on the
 * frame around such a page, where the focus rests when the page opens.
 */
function belongsToTarget(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element) || target === document.body) return false;
  if (event.key === 'Enter' || event.key === ' ') {
    return target.closest('a, button, summary, input, [role=tab]') !== null;
  }
  if (!MOVES.test(event.key) || target.closest('[data-moves]') !== null) return false;
  return !(target.matches('main') && target.querySelector('[data-moves]') !== null);
}

/** Runs the command bound to a press, if any. Nothing fires while text is composed, or inside an open dialog. */
export function runCommand(commands: Commands, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.key === 'Process') return false;
  // Also where the focus has fallen out of it, because what had it is gone.
  if (document.querySelector('dialog[open]') !== null) return false;
  if (belongsToTarget(event)) return false;
  const command = commands.find(chordOf(event), isTyping(event.target));
  if (command === null) return false;
  event.preventDefault();
  command.run();
  return true;
}
