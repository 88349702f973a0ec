/** What the benchmark measures and keeps results of. */
export const GOALS = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
  'loop',
  'costs',
  'stages',
];
