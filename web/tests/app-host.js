// A host of MCP Apps as small as can be, with the official bridge: for the test of the card inside it.
// The test gives `callTool`, which reaches the server; what the card says is noted on the page, each kind in its own place.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

function note(kind, said) {
  const place = document.getElementById(kind) ?? document.body.appendChild(document.createElement("output"));
  place.id = kind;
  place.append(said, " ");
}

window.startHost = async (address, hostContext) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.title = "card";
  frame.style.cssText = "border:0;width:100%;height:40px";
  document.body.append(frame);
  const can = { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } };
  const bridge = new AppBridge(null, { name: "test host", version: "1" }, can, { hostContext });
  bridge.oncalltool = ({ name, arguments: said }) => {
    note("calls", name);
    return window.callTool(name, said);
  };
  bridge.onopenlink = async ({ url }) => note("links", url) ?? {};
  bridge.onupdatemodelcontext = async ({ content }) => note("context", content[0].text) ?? {};
  bridge.addEventListener("sizechange", ({ height }) => {
    note("sizes", `${height}`);
    frame.style.height = `${height}px`;
  });
  const begun = new Promise((resolve) => bridge.addEventListener("initialized", resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = address;
  await begun;
  window.bridge = bridge;
  return bridge.getAppVersion().name;
};
