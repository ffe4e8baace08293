/** The header by which supabase-js asks Auth for errors of the form `{code, message}`. */
export const apiVersion = { 'x-supabase-api-version': '2024-01-01' }
