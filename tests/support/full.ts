/** Whether this is a full run (`HACKNEY_FULL=1`), as before a release: random tests then run many more cases. */
export const isFull = process.env.HACKNEY_FULL === '1'
