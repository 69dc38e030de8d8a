// Receipts: one for each decision, the same one when it is sent again.

export class Receipts {
  #decision = "";
  #receipt = "";

  for(decision: string): string {
    if (decision !== this.#decision) {
      this.#decision = decision;
      // Not `randomUUID`: a host's page may come over plain HTTP, where browsers withhold it.
      this.#receipt = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    return this.#receipt;
  }
}
