import type { FastifyRequest, RouteOptions } from 'fastify'

/** Runs before any other hook of a route: finds the caller and throws a refusal if they may not call it. */
type Guard = (req: FastifyRequest) => Promise<void>

const guards = new WeakSet<object>()

/** Marks a hook as the guard of a route. */
export function defineGuard(guard: Guard): Guard {
  guards.add(guard)
  return guard
}

/** Whether a route has a guard. The server registers no API route without one. */
export const hasGuard = ({ onRequest = [] }: RouteOptions): boolean =>
  [onRequest].flat().some(hook => guards.has(hook))
