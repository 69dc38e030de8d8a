// Registers Askline's line with OpenCode 1, unless the user's own file has it already.
// OpenCode 2 runs no plugin of the first kind: `askline setup opencode` writes its file instead.
const LINE = {"type": "local", "command": ["askline", "mcp"], "enabled": true, "timeout": 86400000}

export const Askline = async () => ({
  config: async (config) => {
    config.mcp = { askline: LINE, ...config.mcp }
  },
})
