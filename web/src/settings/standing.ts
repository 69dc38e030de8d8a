// <askline-standing>: the person's rules and standing approvals that hold, each with the way to revoke it.

import { call, html, nothing, Part, type Problem } from "../inbox/shared";
import type { Answers, Offer } from "../shapes";
import { wordsIn } from "./words";

interface Rule {
  id: string;
  state: "standing" | "revoked" | "expired";
  project: { name: string };
  questions: string[];
  answers: Answers;
  until: string | null;
}

interface Approval {
  id: string;
  scope: Offer["scope"];
  shown: string;
  project: string;
  until: string | null;
}

/** One that stands, as a line says it. */
interface Line {
  path: string;
  kind: "rule" | "approval";
  name: string;
  more: string[];
  until: string | null;
}

export class AsklineStanding extends Part {
  static override holds = "language lines problem news";
  declare language: string;
  declare private lines: Line[] | null;
  declare private problem: string;
  /** What is read out when it happens. */
  declare private news: string;

  constructor() {
    super();
    this.language = "en";
    this.lines = null;
    this.problem = this.news = "";
  }

  override connectedCallback() {
    super.connectedCallback();
    void this.read();
  }

  protected override render() {
    const words = wordsIn(this.language);
    return html`<h2 tabindex="-1">${words.standing}</h2>
      <section><p>${words.standingMore}</p>
        ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}
        ${this.lines?.map((line) => this.line(line))}
        ${this.lines && !this.lines.length ? html`<p>${words.none}</p>` : nothing}
        <div class="sr" role="status">${this.news}</div></section>`;
  }

  private line({ path, kind, name, more, until }: Line) {
    const words = wordsIn(this.language);
    const ends = until ? words.until(new Date(until).toLocaleString(this.language, { dateStyle: "medium", timeStyle: "short" })) : "";
    const about = [words[kind], ...more.map((each) => (each === "conversation" ? words.conversation : each)), ends];
    return html`<div class="set"><span dir="auto">${name}<small>${about.filter(Boolean).join(" · ")}</small></span>
      <button class="btn" aria-label=${words.revokes(name)} @click=${() => this.revoke(path)}>${words.revoke}</button></div>`;
  }

  private async read() {
    try {
      const [rules, { approvals }] = await Promise.all([
        call<Rule[]>("GET", "/memory/rules").catch(absent([])),
        call<{ approvals: Approval[] }>("GET", "/approvals").catch(absent({ approvals: [] })),
      ]);
      this.lines = [...rules.filter(({ state }) => state === "standing").map(ruleLine), ...approvals.map(approvalLine)];
    } catch (problem) {
      this.tell(problem as Problem);
    }
  }

  private async revoke(path: string) {
    try {
      await call("POST", `${path}/revoke`, {});
      this.problem = "";
      this.news = wordsIn(this.language).revoked;
    } catch (problem) {
      this.tell(problem as Problem);
    }
    await this.read();
    await this.updateComplete;
    // The button that had the focus may be gone.
    this.querySelector("h2")?.focus();
  }

  private tell({ detail, hint }: Problem) {
    this.problem = `${detail} ${hint}`;
  }
}

/** A house without rules, or without commands, has no such list. */
function absent<T>(nothing: T) {
  return (problem: Problem): T => {
    if (problem.status === 404) return nothing;
    throw problem;
  };
}

function ruleLine({ id, questions, answers, project, until }: Rule): Line {
  const said = Object.values(answers).flatMap(({ values = [], customText }) => [...values, customText ?? ""]);
  return { path: `/memory/rules/${id}`, kind: "rule", name: `${questions.join(" · ")} → ${said.filter(Boolean).join(", ")}`, more: [project.name], until };
}

const approvalLine = ({ id, shown, scope, project, until }: Approval): Line => ({ path: `/approvals/${id}`, kind: "approval", name: shown, more: [project, scope === "conversation" ? scope : ""], until });

customElements.define("askline-standing", AsklineStanding);
