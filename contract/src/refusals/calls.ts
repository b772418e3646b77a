/** The refusals of calls that the platform refuses, whoever makes them. */
export const REFUSALS_OF_CALLS = {
  'invalid-input': { status: 400, message: 'Please check the marked fields and try again.' },
  'foreign-origin': {
    status: 403,
    message: 'This call did not come from a page of this site. Please reload the page and try again.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'event-stream-only': { status: 406, message: 'Live updates are sent as an event stream only.' },
  'body-too-large': { status: 413, message: 'This is too large to be sent. Please shorten it.' },
  'headers-too-large': { status: 431, message: 'The headers of this call are too large.' },
  'too-slow': { status: 408, message: 'This call took too long to arrive. Please try again.' },
  'no-http': { status: 400, message: 'This call cannot be read.' },
  'unsupported-media-type': { status: 415, message: 'The body of this call must be JSON.' },
  'too-many-calls': {
    status: 429,
    message: 'Too many calls came from you at once. Please wait a moment and try again.',
  },
} as const
