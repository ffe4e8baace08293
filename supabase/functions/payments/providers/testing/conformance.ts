/** The suite that every payment adapter has to pass. `conform` runs all of it; each subject has a file in `conformance/`. */
import { cards } from './conformance/cards.ts'
import { checkouts } from './conformance/checkouts.ts'
import { failureTests } from './conformance/failures.ts'
import { forgeries } from './conformance/forgeries.ts'
import { holds } from './conformance/holds.ts'
import { refunds } from './conformance/refunds.ts'
import { reports } from './conformance/reports.ts'
import { returns } from './conformance/returns.ts'
import { assertNoSecrets } from './conformance/secrets.ts'
import type { Test } from './conformance/steps.ts'
import type { Fixture } from './simulation.ts'
import { withWorld } from './world.ts'

/**
 * Defines the tests that every provider's adapter has to pass. The fixture imitates the provider as its documentation says:
 * requests, responses, signatures.
 */
export function conform(fixture: Fixture): void {
  const test: Test = (label, run, options = {}) =>
    Deno.test(`${fixture.provider.name}: ${label}`, () =>
      withWorld(fixture, async (world) => {
        await run(world)
        assertNoSecrets(fixture, world.lines, 'a line of the log')
      }, options))
  checkouts(fixture, test)
  reports(fixture, test)
  forgeries(fixture, test)
  failureTests(fixture, test)
  refunds(fixture, test)
  holds(fixture, test)
  cards(fixture, test)
  returns(fixture, test)
}
