/**
 * Method and path of the endpoints that scripts of every page call, or the landing page: the schemas of an endpoint would
 * make these a sixth heavier. The endpoints are built on them, and a page calls them by the endpoint's type.
 */
export const READ_SESSION = { method: 'GET', path: '/api/session' } as const
export const SIGN_OUT = { method: 'DELETE', path: READ_SESSION.path } as const
export const READ_SHARED_BLOOD_REQUEST = { method: 'GET', path: '/api/shared-blood-requests/:code' } as const
export const READ_CAMPUS_FIGURES = { method: 'GET', path: '/api/campus-figures' } as const
