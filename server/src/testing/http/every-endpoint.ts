import { readdir } from 'node:fs/promises'
import type { Access, Endpoint } from '@blood-bank/contract/endpoint'

const FOLDER = new URL('./', import.meta.resolve('@blood-bank/contract/endpoint'))
/** The id of no record. */
export const AN_ID = '0198f3a0-1234-7abc-8def-0123456789ab'

/** Finds every endpoint that a module of the contract exports. @throws if there is none, so that no test is empty */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = (await readdir(FOLDER, { recursive: true })).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map(name => import(new URL(name, FOLDER).href)))
  const endpoints = modules.flatMap(module => Object.values(module)).filter(isEndpoint)
  if (endpoints.length === 0) throw new Error('The contract exports no endpoint.')
  return endpoints
}

/** The path of a call to an endpoint, with an id of no record as each parameter. */
export const pathOf = (endpoint: Endpoint): string => endpoint.path.replaceAll(/:\w+/g, AN_ID)

const ACCESS: Record<Access, true> = {
  everyone: true,
  'signed-in': true,
  'email-verified': true,
  coordinator: true,
  admin: true,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && isAccess(value)

const isAccess = (value: object) => 'access' in value && Object.hasOwn(ACCESS, String(value.access))
