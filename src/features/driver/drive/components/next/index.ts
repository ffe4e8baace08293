export { LastRide } from './last-ride'
export { NextJob } from './next-job'
