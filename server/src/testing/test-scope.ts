/** Whether this run of the tests tries everything. `npm run test:long` sets it; the gate tries a part, so that it stays short. */
export const TRIES_ALL = process.env.TEST_SCOPE === 'all'
