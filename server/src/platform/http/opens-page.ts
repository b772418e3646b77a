import type { FastifyRequest } from 'fastify'
import { pathOf } from './headers.ts'

/** Whether a request asks for HTML by name, as browsers do for what a person opens, and not for scripts or pictures. */
export const namesHtml = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.toLowerCase().includes('text/html') ?? false

/**
 * Whether a person may have opened the path of a request, which then leads to `/` if it is unknown (spec §2). A program that
 * takes anything may have, too, unless the path looks like that of a file: a missing script is an error.
 */
export function opensPage(req: FastifyRequest): boolean {
  const path = pathOf(req)
  if (!/^(GET|HEAD)$/.test(req.method) || path === '/' || isApiPath(path ?? req.url)) return false
  return namesHtml(req) || (takesAnything(req) && path !== null && !isFilePath(path))
}

/** The address of a request. Node reads the bytes of one that was not encoded as characters. */
export const textOf = ({ url }: FastifyRequest): string => Buffer.from(url, 'latin1').toString()

const takesAnything = ({ headers: { accept = '*/*' } }: FastifyRequest) => accept === '*/*'

const isApiPath = (path: string) => /^\/api(\/|$)/.test(path)
const isFilePath = (path: string) => /^\/(dev|assets)(\/|$)/.test(path) || /\.\w+$/.test(path)
