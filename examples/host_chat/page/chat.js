// The page of the chat. What the agent says and what it asks stand in one column, in the order in which they came.

const chat = document.querySelector("#chat");
const prompt = document.querySelector("#prompt");

document.querySelector("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  void run(prompt.value);
  prompt.value = "";
});

async function run(text) {
  add("user", text);
  const reply = await fetch("/chats", { method: "POST", body: JSON.stringify({ prompt: text }) });
  const { chat: id } = await reply.json();
  const events = new EventSource(`/chats/${id}/events`);
  const asking = { close() {} };
  events.onmessage = async ({ data }) => {
    const said = JSON.parse(data);
    if (said.type === "assistant") add("assistant", said.text);
    if (said.type === "askline") Object.assign(asking, await askInline(id, said));
    if (said.type === "end") {
      events.close();
      asking.close();
      add("end", "The agent is done.");
    }
  };
}

/** Askline's part: cards for this chat's questions, put where the conversation stands. */
async function askInline(id, { url, token }) {
  const { connect } = await import(`${url}/static/askline-embed.js`);
  return connect({
    url,
    token,
    renew: async () => (await (await fetch(`/chats/${id}/embed`, { method: "POST" })).json()).embed_token,
    show: (card) => chat.append(card),
  });
}

function add(who, text) {
  const turn = document.createElement("p");
  turn.className = `turn ${who}`;
  turn.textContent = text;
  chat.append(turn);
}
