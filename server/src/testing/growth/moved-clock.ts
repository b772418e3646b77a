import {
  type Address,
  createDatabase,
  createPool,
  type Database,
} from '../../platform/database/connection.ts'

/**
 * Gives an empty database a clock that each connection can move. Names without a schema, also those in the defaults of
 * columns and in functions, are looked up in `public` first: so it must be done before the tables are created.
 */
export const INSTALL_MOVED_CLOCK = `
  create function public.now() returns timestamptz language sql stable parallel safe
    as $$ select pg_catalog.now() + current_setting('clock.moved')::interval $$;
  create function public.statement_timestamp() returns timestamptz language sql stable parallel safe
    as $$ select pg_catalog.statement_timestamp() + current_setting('clock.moved')::interval $$;
  create function public.clock_timestamp() returns timestamptz language sql volatile parallel safe
    as $$ select pg_catalog.clock_timestamp() + current_setting('clock.moved')::interval $$;
  create function public.uuidv7() returns uuid language sql volatile parallel safe
    as $$ select pg_catalog.uuidv7(current_setting('clock.moved')::interval) $$;
  do $do$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
    execute format('alter database %I set clock.moved = ''0''', current_database());
  end $do$`

/** What happens at a time: the clock of these connections is moved to it, and so is `now`. */
export type Moment = { db: Database; now: () => Date }

/** Does something at a time, with the product's connections but without their time-outs. */
export async function atTime(
  address: Address,
  time: Date,
  act: (moment: Moment) => Promise<void>,
): Promise<void> {
  const movedMs = time.getTime() - Date.now()
  // In milliseconds, because days are not all as long.
  const options = `-c clock.moved=${Math.round(movedMs)}ms`
  const pool = createPool({ ...address, options }, () => {}, { hasTimeouts: false, connections: 2 })
  try {
    await act({ db: createDatabase(pool), now: () => new Date(Date.now() + movedMs) })
  } finally {
    await pool.end()
  }
}
