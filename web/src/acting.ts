// What a key does: the card's keyboard, told in the verbs of the hand.

import type { Hand } from "./hand";
import type { Action } from "./keys";
import { choices, recommended } from "./picks";
import type { Question } from "./shapes";
import { gap, isSingle, lastStep, mayAmend } from "./steps";

/** Whether the key was for the card. `at` is where the cursor stands. */
export function act(hand: Hand, [verb, number = 0]: Action, at: HTMLInputElement): boolean {
  const { ask, step, panel } = hand;
  const question = ask.questions[step];
  const over = ask.state !== "pending" && !hand.amending;
  // What still waits has nothing to correct: the key is the page's, for the ask before.
  if (over || verb === "amend") return over && verb === "amend" && mayAmend(ask) && done(hand.amend(true));
  if (verb === "leave") return leave(hand, at);
  if (panel) return verb === "finish" && done(hand.decide());
  if (verb === "finish") return done(finish(hand, question));
  if (verb === "reject" || verb === "back") return done(hand.open(verb));
  // An approval has no picks, and its button is pressed or it is not.
  if (ask.kind === "approval") return false;
  if (verb === "step") return done(hand.go(step + number));
  if (verb === "all") return done(hand.recommendAll());
  if (verb === "advance") return done(advance(hand, question, at));
  return !!question && mark(hand, question, verb, number, at);
}

const done = (_: void): true => true;

/** Esc goes one step back and destroys nothing. */
function leave(hand: Hand, at: HTMLInputElement): boolean {
  if (hand.panel) return done(hand.open(""));
  if (at.tagName === "TEXTAREA" && at.closest(".opts")) return done(at.closest(".opt")!.querySelector("input")!.focus());
  if (hand.step) return done(hand.go(hand.step - 1));
  return hand.amending && done(hand.amend(false));
}

function finish(hand: Hand, question?: Question): void {
  const { ask, step, picks, words } = hand;
  if (step < lastStep(ask) && !(question && gap(question, picks[question.id], words))) hand.go(lastStep(ask));
  else hand.next();
}

/** Enter takes the radio under the cursor; with one question it takes a second Enter to send it. */
function advance(hand: Hand, question: Question | undefined, at: HTMLInputElement): void {
  if (question && at.type === "radio" && !at.checked) {
    at.click();
    if (isSingle(hand.ask) || at.id === "other") return;
  }
  hand.next();
}

function mark(hand: Hand, question: Question, verb: string, number: number, at: HTMLInputElement): boolean {
  const inputs = [...(at.getRootNode() as ShadowRoot).querySelectorAll<HTMLInputElement>(".opts input")];
  const aimed = inputs[verb === "pick" ? number : verb === "other" ? choices(question).length : inputs.indexOf(at) + number];
  if (verb === "recommend") return done(hand.give(question, recommended(question, hand.picks[question.id])));
  if (!aimed || (verb === "pick" && aimed.id === "other")) return false;
  aimed.focus();
  // What Other holds is not thrown away by the key that leads there.
  if (verb === "other" && aimed.checked) aimed.parentElement!.querySelector("textarea")!.focus();
  else if (verb !== "move") aimed.click();
  return true;
}
