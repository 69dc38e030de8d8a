// A part of the page. It is drawn into the page's own tree, so that one sheet dresses all of it.
import { Drawing } from "../drawing";

export class Part extends Drawing {
  protected override createRenderRoot() {
    return this;
  }
}
