/**
 * Node's module `node:http`. It is not imported, because an import reads all that the module exports, and some of it loads
 * Node's WebSocket and `fetch`: 6 MB that the product has no use for.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
