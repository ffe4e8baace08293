export { MOST, useWaiting } from './queries'
