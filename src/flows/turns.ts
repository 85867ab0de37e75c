/** How much is done at a time for one place, and how much may wait for it in this process. */
const AT_ONCE = 4;
const MOST_WAITING = 500;

type Work = () => Promise<void>;

interface Place {
  inHand: number;
  readonly first: Work[];
  readonly later: Work[];
}

/**
 * Gives work on one place its turn: a few at a time, what is urgent before the rest. Under a flood of presses
 * people are answered first, and what they see follows. What finds no room is not done; it is due in the store
 * all the same. A busy place holds up no other.
 */
export function createTurns() {
  const places = new Map<string, Place>();

  async function next(key: string, place: Place): Promise<void> {
    const work = place.first.shift() ?? place.later.shift();
    if (work !== undefined) return work();
    place.inHand -= 1;
    if (place.inHand === 0) places.delete(key);
  }

  return {
    /** Resolves when the work was done, or was given up. Rejects as it does. */
    take(key: string, isUrgent: boolean, work: Work): Promise<void> {
      const place = places.get(key) ?? { inHand: 0, first: [], later: [] };
      places.set(key, place);
      const begin = async (): Promise<void> => {
        try {
          await work();
        } finally {
          void next(key, place);
        }
      };
      if (place.inHand < AT_ONCE) {
        place.inHand += 1;
        return begin();
      }
      const queue = isUrgent ? place.first : place.later;
      if (queue.length >= MOST_WAITING) return Promise.resolve();
      return new Promise((resolve, reject) => {
        queue.push(() => begin().then(resolve, reject));
      });
    },
  };
}
