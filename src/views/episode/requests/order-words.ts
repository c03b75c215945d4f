/** The orders of the list of requests in words, and which of them mean something for what a trace records. */
import type { RequestOrder } from '../../../store/continuity-rows';
import { REQUEST_ORDERS } from '../../../store/continuity-rows';

export const ORDER_WORDS: Readonly<Record<RequestOrder, string>> = {
  recorded: 'order of recording',
  breaks: 'breaks first',
  kept: 'least kept first',
  reprocessed: 'most tokens again',
  cache: 'lowest share of cache reads',
  input: 'most input tokens',
  cost: 'highest cost',
  attempts: 'most attempts',
};

export function ordersFor(hasReprocessed: boolean, hasCost: boolean): readonly RequestOrder[] {
  return REQUEST_ORDERS.filter(
    (order) => (order !== 'reprocessed' || hasReprocessed) && (order !== 'cost' || hasCost),
  );
}
