import { describe, expect, it } from 'vitest';
import { Collector } from '../../../src/reading/collector';
import { Spot } from '../../../src/reading/spot';

describe('findings of a record', () => {
  it('are none where nothing is odd', () => {
    expect(new Collector(1, 0).done()).toEqual([]);
  });

  it('carry the place of the record and come in the order of the report', () => {
    const collector = new Collector(7, 70);
    const spot = Spot.root(collector);
    spot.under('nodes').under(10).note('bad-parent', 'parent', 'b');
    spot.under('nodes').under(9).note('bad-parent', 'parent', 'a');
    spot.note('missing-field', null, 'c');
    expect(collector.done().map(({ record, byte, path, message }) => [record, byte, path, message])).toEqual([
      [7, 70, '', 'c'],
      [7, 70, '/nodes/9/parent', 'a'],
      [7, 70, '/nodes/10/parent', 'b'],
    ]);
  });

  it('are wanted up to one more than are listed', () => {
    const collector = new Collector(1, 0);
    const wanted = Array.from({ length: 500 }, () => collector.wants('bad-field'));
    expect(wanted.filter(Boolean)).toHaveLength(101);
  });

  it('stand where a pointer says', () => {
    const spot = Spot.root(new Collector(1, 0)).at('/a~1b/0');
    expect(spot.pointer('c~d')).toBe('/a~1b/0/c~0d');
  });
});
