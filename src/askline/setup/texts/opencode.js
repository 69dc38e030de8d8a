// <!-- askline:start -->
// What OpenCode asks its human is asked in the inbox too; whoever answers first counts.
// Written by `askline setup opencode --hook`, taken back by `askline setup --undo opencode`.
import { spawn } from "node:child_process"

const COMMAND = "COMMAND"
const waiting = new Map()

function decided(asked, cwd) {
  return new Promise((resolve) => {
    const hook = spawn(COMMAND[0], [...COMMAND.slice(1), "hook", "--client", "opencode"], {
      stdio: ["pipe", "pipe", "ignore"],
    })
    waiting.set(asked.id, hook)
    let said = ""
    hook.stdout.on("data", (part) => (said += part))
    hook.on("error", () => resolve(""))
    hook.on("close", () => resolve(said))
    hook.stdin.on("error", () => {})
    hook.stdin.end(
      JSON.stringify({
        hook_event_name: "PermissionRequest",
        session_id: asked.sessionID,
        cwd,
        tool_name: asked.permission,
        tool_input: { patterns: asked.patterns, ...asked.metadata },
      }),
    )
  })
}

export const Askline = async ({ client, directory }) => ({
  event: async ({ event }) => {
    const asked = event.properties
    if (event.type === "permission.replied") {
      // Answered here: the inbox must not go on asking.
      waiting.get(asked.requestID)?.kill()
      waiting.delete(asked.requestID)
    } else if (event.type === "permission.asked") {
      // Not waited for: other events come meanwhile.
      decided(asked, directory).then(async (said) => {
        waiting.delete(asked.id)
        if (!said) return
        const headers = { "Content-Type": "application/json" }
        const url = `/permission/${encodeURIComponent(asked.id)}/reply`
        await client._client.post({ url, headers, body: JSON.parse(said) })
      })
    }
  },
})
// <!-- askline:end -->
