// What the account page says, in the language that it speaks; English until that has come.

import { spokenAll } from "../spoken";
import { speak } from "./asking";
import { account } from "./words";

export let says = account;

export const speaking = spokenAll(account, "account").then((words) => speak((says = words)));
