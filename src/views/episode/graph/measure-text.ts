/** How wide characters really are on this screen: measured once each. Where nothing can be measured they are guessed. */
import type { Measure } from '../../../layout/call-graph/text';
import { guessWidth } from '../../../layout/call-graph/text';

const SIZE = 12;

export function measureText(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return guessWidth;
  context.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const widths = new Map<string, number>();
  return (character) => {
    let width = widths.get(character);
    if (width === undefined) {
      ({ width } = context.measureText(character));
      widths.set(character, width);
    }
    return width;
  };
}
