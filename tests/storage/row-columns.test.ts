/** Rows come out of their columns as they went in. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOfRows, rowsOfPage } from '../../src/storage/row-columns';
import { placedRows } from './rows';

it('gives back every row as it was', () => {
  fc.assert(
    fc.property(placedRows, (rows) => {
      expect(rowsOfPage(structuredClone(pageOfRows(rows)))).toEqual(rows);
    }),
  );
});
