import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The entity tag of a reply, computed from its content. It is weak because it is the same for every encoding. */
export const entityTagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha1').update(content).digest('base64url')}"`

/** Whether the caller sent this tag in `If-None-Match`, so that the reply is 304. */
export const matchesEntityTag = ({ headers }: FastifyRequest, tag: string): boolean =>
  headers['if-none-match']?.split(',').some(known => known.trim() === tag) ?? false
