import type { FastifyRequest, RouteOptions } from 'fastify'

/** Runs before anything else of a route: finds out who calls, and throws a refusal when they may not. */
type Guard = (req: FastifyRequest) => Promise<void>

const guards = new WeakSet<object>()

/** Marks a hook as the guard of a route. */
export function defineGuard(guard: Guard): Guard {
  guards.add(guard)
  return guard
}

/** Whether a route has a guard. The server takes no route of the interface without one. */
export const hasGuard = ({ onRequest = [] }: RouteOptions): boolean =>
  [onRequest].flat().some(hook => guards.has(hook))
