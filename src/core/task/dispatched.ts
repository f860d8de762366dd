// Whether any work of a task has left the house: from then on its plan, text and team stand.

const delivery = ["dispatch_submitted", "dispatch_completed", "manual_delivery_attested", "manual_result_attested"];

/**
 * Reads dispatch-receipts.jsonl (contract section 7). A line that cannot be read counts as a dispatch: what we cannot
 * tell must not reopen a plan that may already be at work.
 */
export function isDispatched(receipts: string): boolean {
  return receipts.split("\n").some((line) => line.trim() !== "" && isDelivery(line));
}

function isDelivery(line: string): boolean {
  try {
    const receipt: unknown = JSON.parse(line);
    if (typeof receipt !== "object" || receipt === null || !("event" in receipt)) return true;
    return typeof receipt.event !== "string" || delivery.includes(receipt.event);
  } catch {
    return true;
  }
}
