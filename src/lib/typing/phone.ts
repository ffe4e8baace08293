// What needs no knowledge of the numbers of all countries. `read-phone.ts` reads typed numbers, and is loaded late.
export { telLink, textNumber, written } from '../../../supabase/functions/_shared/phone/written'
