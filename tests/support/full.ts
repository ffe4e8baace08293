/** Whether to run the large counts (`HACKNEY_FULL=1`), as before a release. */
export const isFull = process.env.HACKNEY_FULL === '1'
