// What stands around the card: where the ask is on its way to somebody, and its trail. Comes with the first ask
// that is opened.

import "./routing";
import "./trail";
