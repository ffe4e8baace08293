// Requests and responses of `files`.
import * as z from 'zod/mini'

export const filesContract = {
  /** `files/check`: checks the files whose check is due. */
  check: {
    answered: z.union([
      z.object({ checked: z.int() }),
      /** The response on platforms that let the work continue after the response. */
      z.object({ started: z.literal(true) }),
    ]),
  },
}

export type CheckAnswered = z.output<typeof filesContract.check.answered>
