/** The usual lowest and highest temperature of a day, in degrees Celsius, for each month from January on. */
export interface UsualWeather {
  lows: readonly number[];
  highs: readonly number[];
}

/** Means of the years 1991 to 2020, rounded. */
export const usualWeather: Readonly<Record<string, UsualWeather>> = {
  Berlin: {
    lows: [-2, -1, 1, 5, 9, 13, 15, 14, 11, 7, 3, 0],
    highs: [3, 5, 9, 15, 20, 23, 25, 25, 20, 14, 8, 4],
  },
  London: {
    lows: [3, 3, 4, 6, 9, 12, 14, 14, 12, 9, 6, 3],
    highs: [8, 9, 12, 15, 18, 21, 24, 23, 20, 16, 12, 9],
  },
  'New York': {
    lows: [-2, -1, 2, 7, 13, 18, 21, 21, 17, 11, 6, 1],
    highs: [4, 6, 10, 17, 22, 27, 30, 29, 25, 18, 12, 7],
  },
  Paris: {
    lows: [3, 3, 5, 8, 11, 14, 16, 16, 13, 10, 6, 3],
    highs: [8, 9, 13, 16, 20, 23, 26, 26, 22, 17, 11, 8],
  },
  Sydney: {
    lows: [20, 20, 19, 15, 12, 10, 9, 10, 12, 14, 17, 18],
    highs: [27, 27, 25, 23, 21, 18, 18, 19, 22, 24, 25, 26],
  },
  Tokyo: {
    lows: [1, 2, 5, 10, 15, 19, 22, 24, 20, 15, 9, 4],
    highs: [10, 11, 14, 19, 24, 26, 30, 31, 28, 22, 17, 12],
  },
};
