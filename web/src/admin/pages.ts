// Every page there is, in the order of their names beside each other.

import { acts } from "./acts";
import { alerts } from "./alerts";
import { audit } from "./audit";
import { limits } from "./limits";
import type { Page } from "./page";
import { people } from "./people";
import { projects } from "./projects";
import { routes } from "./routes";
import { tokens } from "./tokens";
import { usage } from "./usage";

export const PAGES: Page[] = [people, projects, tokens, routes, limits, alerts, usage, acts, audit];
