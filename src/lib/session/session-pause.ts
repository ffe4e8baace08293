import { readStored } from '../storage/stored'

/*
 * A session that was ended elsewhere while a trip is under way. The page keeps the trip on the screen and asks for a code there. Until
 * then the stored session has no refresh token that could be used, and the session client takes it for valid, so that it requests
 * nothing. The app takes it for a session that cannot be confirmed, as without a network: the person is known, no request is sent,
 * and what the device stores of the trip stays.
 */

/** Name of the stored session. */
export const SESSION = 'hackney.session'
/** The refresh token of a session that is kept so. */
export const ENDED = 'ended'

/**
 * `session` keeps the stored session, which was ended elsewhere, if a trip is under way, and resolves to whether it did
 * (src/app/start-path.ts); `refused` is the request of a refresh that Auth has refused. `tell` is called when it did.
 */
export const pause = { session: async (_refused?: string): Promise<boolean> => false, tell: () => {} }

/** Whether the stored session was ended elsewhere and is kept. */
export const isPaused = (): boolean =>
  (readStored(SESSION) as { refresh_token?: unknown } | null)?.refresh_token === ENDED
