export { BarChart } from './bar-chart'
export { LineChart } from './line-chart'
