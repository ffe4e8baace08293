// Requests and responses of `accounts`.
import * as z from 'zod/mini'

const text = (name: string, most: number) => {
  const error = `${name} is a text of ${most} characters at most`
  return z.nullish(z.string({ error }).check(z.maxLength(most, error)))
}

const id = (name: string) => z.guid({ error: `${name} has to be a UUID` })

const SETUP_KEY = 'key is the text after /setup#'

const paperKind = 'kind is the id of a kind of paper'

const names = { first_name: text('first_name', 80), last_name: text('last_name', 80) }

const contacts = { email: text('email', 254), mobile: text('mobile', 60) }

/** A driver's car. */
const vehicle = {
  car_type_id: z.nullish(id('car_type_id')),
  vehicle_make: text('vehicle_make', 500),
  vehicle_model: text('vehicle_model', 500),
  vehicle_color: text('vehicle_color', 500),
  vehicle_number: text('vehicle_number', 500),
}

const count = (name: string, most: number) => {
  const error = `${name} is a whole number from 0 to ${most}`
  return z.nullish(z.int({ error }).check(z.gte(0, error), z.lte(most, error)))
}

/** What a driver's car can carry; the database checks the details. */
const carried = {
  seats: count('seats', 20),
  luggage: count('luggage', 20),
  child_seats: count('child_seats', 4),
  wheelchair: z.nullish(z.boolean({ error: 'wheelchair is true or false' })),
}

const create = z.object({
  action: z.literal('create'),
  /** A UUID that the client makes for this account: a repeated request with it returns the same account. */
  client_key: id('client_key'),
  usertype: z.enum(['rider', 'driver', 'fleetadmin', 'admin'], {
    error: 'usertype is rider, driver, fleetadmin or admin',
  }),
  ...names,
  /**
   * E-mail address and telephone number; one of the two is needed. The number may be written as people write it; without a country
   * code it is one of the operator's country.
   */
  ...contacts,
  /** Whether the person is approved; only admins set it; default: true. */
  approved: z.nullish(z.boolean({ error: 'approved is true or false' })),
  /** Staff role: owner, finance, support or dispatcher. */
  staff_role: text('staff_role', 40),
  /** The driver's fleet; only admins set it. */
  fleet_id: z.nullish(id('fleet_id')),
  ...vehicle,
  other_info: text('other_info', 500),
})

/** Approves the person `uid` (`enable`), or suspends them (`disable`) with a reason, which the person can read. */
const setEnabled = z.object({
  action: z.enum(['enable', 'disable']),
  uid: id('uid'),
  reason: text('reason', 500),
})

/** Gives the person `uid` another e-mail address for signing in; only admins. */
const setEmail = z.object({
  action: z.literal('email'),
  uid: id('uid'),
  email: z.string({ error: 'email is a text' }).check(z.maxLength(254, 'email is a text of 254 characters at most')),
})

const remove = z.object({ action: z.literal('delete'), uid: id('uid') })

const rows = z.int()

/** A row of the type `import_state` of the database. */
const importState = z.object({
  id: z.guid(),
  kind: z.string(),
  name: z.string(),
  created_at: z.string(),
  by_name: z.nullable(z.string()),
  is_own: z.boolean(),
  began_at: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
  total: rows,
  waiting: rows,
  fresh: rows,
  changed: rows,
  same: rows,
  wrong: rows,
  done: rows,
  undone: rows,
  kept: rows,
})

export const accountsContract = {
  exists: {
    asked: z.object(contacts),
    /** Always an empty list: the address or number is free. If it is taken, the response is the error `user_exists` instead. */
    answered: z.object({ users: z.array(z.never()) }),
  },
  referrer: {
    asked: z.object({ referralId: z.string({ error: 'referralId is a text' }) }),
    answered: z.object({ valid: z.boolean() }),
  },
  signup: {
    asked: z.object({
      /**
       * Data of the applicant. Only these keys are read, so a client can set nothing else: no staff role, approval, fleet or
       * money.
       */
      regData: z.object({
        usertype: z.enum(['rider', 'driver'], { error: 'usertype is rider or driver' }),
        ...names,
        /**
         * The sign-up code is sent to the e-mail address, without an address to the phone number. The number may be written as
         * people write it; without a country code it is one of the operator's country.
         */
        ...contacts,
        /** The code of the person who referred the applicant. */
        referralId: text('referralId', 20),
        ...vehicle,
        ...carried,
      }, { error: 'regData is an object' }),
    }),
    /**
     * Id of the sign-up form. `finish_sign_up` needs the id once the person has proved the address with a code, and `papers`
     * needs it to upload a driver's documents. An address that already has an account also gets an id, so that the response
     * does not reveal who has an account.
     */
    answered: z.object({ uid: z.guid() }),
  },
  papers: {
    asked: z.object({
      /** Id of the sign-up form of a driver who waits for approval. */
      uid: id('uid'),
      /** Id of a row of `paper_kinds`. */
      kind: z.string({ error: paperKind }).check(z.regex(/^[a-z][a-z0-9_]{1,39}$/, { error: paperKind })),
    }),
    /** Path and token with which one file can be uploaded within two hours: `PUT /object/upload/sign/users/<path>?token=…`. */
    answered: z.object({ path: z.string(), token: z.string() }),
  },
  setup: {
    asked: z.object({
      /** The key of a one-time link: what follows `/setup#`. */
      key: z.string({ error: SETUP_KEY }).check(z.maxLength(200, SETUP_KEY)),
      /** Address of the firm's first owner. */
      email: z.string({ error: 'email is a text' }).check(
        z.maxLength(254, 'email is a text of 254 characters at most'),
      ),
      /** A UUID that the window makes; without it each request counts as another window. */
      client_key: z.nullish(id('client_key')),
    }),
    /** The owner's address, and the sign-in code for it, which came by no message. */
    answered: z.object({ email: z.string(), code: z.string() }),
  },
  import: {
    /** An import of drivers, fleets or staff that the caller has begun (`start_import`). */
    asked: z.object({ import_id: id('import_id') }),
    /** The import after the next rows were written; call again while rows are waiting, fresh or changed. */
    answered: importState,
  },
  users: {
    asked: z.discriminatedUnion('action', [create, setEnabled, setEmail, remove], {
      error: 'action is create, enable, disable, email or delete',
    }),
    answered: z.object({ uid: z.guid() }),
  },
}

type Asked<Name extends keyof typeof accountsContract> = z.input<(typeof accountsContract)[Name]['asked']>

export type ExistsAsked = Asked<'exists'>
export type ReferrerAnswered = z.output<typeof accountsContract.referrer.answered>
export type CreateAsked = Extract<Asked<'users'>, { action: 'create' }>
export type RegData = Asked<'signup'>['regData']
export type SetupAsked = Asked<'setup'>
export type SetupAnswered = z.output<typeof accountsContract.setup.answered>
export type PapersAsked = Asked<'papers'>
export type PapersAnswered = z.output<typeof accountsContract.papers.answered>
export type SignUpAnswered = z.output<typeof accountsContract.signup.answered>
export type ImportAnswered = z.output<typeof accountsContract.import.answered>
export type UsersAsked = Asked<'users'>
export type UsersAnswered = z.output<typeof accountsContract.users.answered>
