// One operation: how it stands, what runs, and what it wrote. Templates; they decide nothing.

import { argvPart, html, nothing } from "../inbox/shared";
import type { AsklineOperations } from "./index";
import { bytes, elapsed, isOver, standing, type Listed } from "./model";
import type { Words } from "./words";

export function detailPart(page: AsklineOperations, operation: Listed) {
  const { says } = page;
  const { approval, reason } = operation;
  return html`<article class="op" aria-label=${operation.tool}>
    ${headPart(page, operation)}
    ${reason ? html`<p class="why" dir="auto">${reason}</p>` : nothing}
    ${operation.standing ? html`<p class="why">${says.standing}</p>` : nothing}
    ${page.problem ? html`<p class="why bad" role="alert">${page.problem}</p>` : nothing}
    ${approval ? html`<p><a class="lnk" href="/asks/${approval}" @click=${(event: MouseEvent) => page.toAsk(event, approval)}>${says.approval}</a></p>` : nothing}
    ${operation.commands.map((_, at) => commandsPart(operation, at, page))} ${howPart(operation, says)} ${outputPart(page, operation)}
  </article>`;
}

function headPart(page: AsklineOperations, operation: Listed) {
  const { says, now } = page;
  const [mood, glyph, words] = standing(operation, says);
  return html`<header><h2 class="mono" dir="auto">${operation.tool}</h2>
    <span class="state ${mood}"><i aria-hidden="true">${glyph}</i>${words}</span>
    <span class="took" aria-label=${says.ran}>${elapsed(operation, now, says.language)}</span>
    ${isOver(operation) ? nothing : html`<button class="btn" @click=${() => page.confirm()}>${says.cancel} <kbd aria-hidden="true">x</kbd></button>`}
    <p class="by"><b dir="auto">${operation.agent.label || operation.agent.name}</b> ${says.in} <span dir="auto">${operation.project.name}</span></p></header>`;
}

function commandsPart({ commands, steps }: Listed, at: number, { says, words }: AsklineOperations) {
  const argv = argvPart(commands[at]!.argv, words);
  if (commands.length === 1) return argv;
  const step = steps[at];
  const how = step && (step.skipped ?? (step.signal ? says.signal(step.signal) : step.exit_code ? says.exit(step.exit_code) : says.status.completed));
  return html`<p class="step">${says.step(at + 1, commands.length)}${how ? html` · <b dir="auto">${how}</b>` : nothing}</p>${argv}`;
}

function howPart(operation: Listed, says: Words) {
  const [first] = operation.commands;
  const time = new Date(operation.started_at ?? operation.created_at).toLocaleString(says.language, { dateStyle: "medium", timeStyle: "medium" });
  const facts: [string, string | undefined][] = [
    [says.directory, first?.cwd],
    [says.sandbox, first?.sandbox],
    [says.environment, first?.env.join(" ") || says.nothing],
    [says.began, time],
    [says.id, `${operation.short_id} (${operation.operation_id})`],
    [says.fingerprint, first?.sha256],
  ];
  return html`<details><summary>${says.details}</summary>
    <dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl></details>`;
}

function outputPart(page: AsklineOperations, operation: Listed) {
  const { says, output } = page;
  const size = (count: number) => bytes(count, says.language);
  if (!output?.known) return html`<p role="status">${says.loading}</p>`;
  if (!output.pieces.length) return html`<p class="hush">${isOver(operation) ? says.silent : says.silentYet}</p>`;
  return html`<h3 id="out">${says.output}</h3>
    <div class="out" tabindex="0" role="region" aria-labelledby="out" dir="ltr" @scroll=${page.scrolled}>
      ${output.from ? html`<p class="cut">${says.leftOut(size(output.from))} <button class="lnk" @click=${() => page.earlier()}>${says.earlier}</button></p>` : nothing}
      ${output.pieces.map(({ text }) => html`<pre>${text}</pre>`)}
      ${output.behind ? html`<p class="cut">${says.below(size(output.behind))} <button class="lnk" @click=${() => page.toEnd()}>${says.toEnd}</button></p>` : nothing}
    </div>`;
}

export function confirmPart(page: AsklineOperations) {
  const { says } = page;
  return html`<dialog class="sure" aria-labelledby="sure"><h2 id="sure">${says.cancelTitle}</h2><p>${says.cancelMore}</p>
    <div class="both"><button class="btn bad" @click=${() => page.cancel()}>${says.cancelIt}</button>
      <button class="btn" @click=${() => page.close()}>${says.keep}</button></div></dialog>`;
}
