import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { inTurn } from './figures.ts'
import { workloadOf } from './workloads.ts'

const aMember = (name: string) => ({ id: name, email: `${name}@example.edu` })
const senders = {
  target: {
    url: 'http://127.0.0.1:1',
    origin: 'http://localhost:1',
    cookies: { member: 'c=member', poster: 'c=poster', admin: 'c=admin' },
  },
  members: {
    member: aMember('member'),
    poster: aMember('poster'),
    admin: aMember('admin'),
    signers: Array.from({ length: 1_024 }, (_, nth) => aMember(`signer${nth}`)),
    nextToken: inTurn(['one', 'another']),
  },
  password: 'secret',
}

test('no two of 64 connections sign in with the same account, because the product would make them wait', () => {
  const bodies = Array.from({ length: 64 }, (_, nth) => callsOf(workloadOf('W7'), nth, senders)).flat()
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(1_024)
  expect(bodies[0]).toMatchObject({
    method: 'POST',
    path: '/api/session',
    headers: { origin: 'http://localhost:1' },
    body: '{"email":"signer0@example.edu","password":"secret"}',
  })
})

test('each posted request has its own idempotency key', () => {
  const [call] = callsOf(workloadOf('W5'), 0, senders)
  const send = call?.setupRequest as (req: object, context: object) => { headers: Record<string, string> }
  const [one, other] = [send({}, {}), send({}, {})]
  expect(one.headers).toMatchObject({ cookie: 'c=poster', origin: 'http://localhost:1' })
  expect(one.headers['idempotency-key']).not.toBe(other.headers['idempotency-key'])
})

test('each answer has the token of another alert', () => {
  const [call] = callsOf(workloadOf('W10'), 0, senders)
  const send = call?.setupRequest as (req: object, context: object) => { body: string }
  expect([send({}, {}).body, send({}, {}).body]).toEqual(['{"token":"one"}', '{"token":"another"}'])
})
