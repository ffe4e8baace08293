/** Whether the large counts are asked for (`HACKNEY_FULL=1`), as before a release. */
export const isFull = process.env.HACKNEY_FULL === '1'
