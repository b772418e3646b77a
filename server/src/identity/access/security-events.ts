import { Counter, Registry } from 'prom-client'
import type { Log } from '../../platform/http/log.ts'

/** The events recorded about authentication, authorization and limits. */
const SECURITY_EVENTS = [
  'registered',
  'email-verified',
  'signed-in',
  'sign-in-failed',
  'sign-in-paused',
  'password-confirmed',
  'password-changed',
  'password-reset',
  'passkey-added',
  'passkey-removed',
  'passkey-confirmed',
  'passkey-refused',
  'push-device-moved',
  'account-erased',
  'role-changed',
  'suspended',
  'suspension-lifted',
  'second-account-allowed',
  'coordinator-named',
  'coordinator-ended',
  'exported',
  'numbers-limit-near',
  'numbers-limit-reached',
  'number-reveals-limit-reached',
  'post-limit-reached',
  'calls-limit-reached',
] as const
type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** Ids, counts and constants; never an email address, a name, a phone number or a secret. */
export type SecurityEventDetails = Record<string, string | number | boolean | null>

/** Records one security event: writes a structured log line and increments a counter of the metrics. */
export type RecordSecurityEvent = (event: SecurityEvent, details?: SecurityEventDetails) => void

/**
 * @param log where each event is one line, `{ securityEvent, …details }`
 * @param register where `security_events_total` is counted by event
 */
function createSecurityEvents(log: Log, register: Registry): RecordSecurityEvent {
  const counter = new Counter({
    name: 'security_events_total',
    help: 'Security events by kind; the log names the accounts.',
    labelNames: ['event'],
    registers: [register],
  })
  for (const event of SECURITY_EVENTS) counter.inc({ event }, 0)
  return (event, details = {}) => {
    counter.inc({ event })
    log.info({ securityEvent: event, ...details }, 'security event')
  }
}

/** The recorder of security events, and the registry of metrics that it counts in. */
type Telemetry = { register: Registry; recordSecurityEvent: RecordSecurityEvent }

export function createTelemetry(log: Log): Telemetry {
  const register = new Registry()
  return { register, recordSecurityEvent: createSecurityEvents(log, register) }
}
