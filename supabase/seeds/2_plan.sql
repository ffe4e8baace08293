-- The plan of the past: 400 bookings in half a year. Random numbers come from a fixed seed, so every start creates the same
-- company; cases that a report needs have a fixed place in the plan. A database with bookings older than a week gets no plan.

create table if not exists seed.plan (
  n integer primary key,
  at timestamptz not null,
  story text not null,
  rider integer not null,
  route integer not null references seed.routes (n),
  car integer not null,
  which_driver double precision not null,
  mood double precision not null,
  pace double precision not null,
  extra double precision not null,
  payment double precision not null,
  promo double precision not null,
  driver integer,
  booking_id uuid,
  played_until timestamptz,
  failed text
);

-- 364 bookings from half a year ago to yesterday: more in the last months, and more on Fridays and Saturdays. Weekdays have
-- peaks in the morning, at noon and in the evening, weekends at night.
do $$ begin
if exists (select from seed.plan) or exists (select from public.bookings b where b.created_at < seed.present() - interval '7 days') then return; end if;
perform setseed(0.4841);
create temp table dice on commit drop as
  select i, floor(182 * random() ^ 0.75)::integer - 182 as day, random() as hour, floor(3600 * random())::integer as secs,
    random() as move, random() * random() as rider, random() as route, random() as car, random() as which_driver, random() as mood,
    0.95 + 0.3 * random() as pace, random() as extra, random() as payment, random() as promo
  from generate_series(1, 400) i;
insert into seed.plan (n, at, story, rider, route, car, which_driver, mood, pace, extra, payment, promo)
with days as (
  select d.*, t.today + d.day - case when extract(isodow from t.today + d.day) = 7 and d.move < 0.5 and d.day < -1 then 1
    when extract(isodow from t.today + d.day) = 1 and d.move < 0.35 then 3 else 0 end as date, s.time_zone
  from dice d, public.settings s, lateral (select (seed.present() at time zone s.time_zone)::date as today) t where s.id = 1 and d.i <= 364
), times as (
  select d.*, ((d.date + make_interval(hours => (case when extract(isodow from d.date) >= 6
      then array[0, 0, 1, 1, 2, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 22, 23, 23]
      else array[6, 6, 7, 7, 7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 17, 17, 18, 18, 19, 20, 22] end)[1 + floor(24 * d.hour)::integer],
    secs => d.secs)) at time zone d.time_zone) as at
  from days d
), numbered as (
  select row_number() over (order by t.at, t.i)::integer as n, t.* from times t
), cars as (
  select n.*, (array[1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 6, 4, 4, 5])[1 + floor(17 * n.car)::integer] as type from numbered n
), parcels as (
  select c.*, case when c.type in (4, 5) then row_number() over (partition by c.type in (4, 5) order by c.n) % 12 end as parcel from cars c
)
select p.n, p.at, case
    when p.parcel is not null then case p.parcel when 2 then 'returned' when 5 then 'unpaid' when 7 then 'desk_parcel' when 8 then 'cancelled_parcel'
      when 10 then 'dropped_parcel' when 11 then 'parcel_later' else 'parcel' end
    when p.n % 40 = 3 then 'no_driver' when p.n % 40 = 9 then 'cancelled_new' when p.n % 40 = 14 then 'cancelled_early'
    when p.n % 40 = 19 then 'cancelled_late' when p.n % 80 = 24 then 'no_show' when p.n % 80 = 64 then 'cancelled_by_desk'
    when p.n % 80 = 29 then 'given_back' when p.n % 160 = 69 then 'given_up' when p.n % 160 = 149 then 'declined'
    when p.n % 40 in (6, 16, 26) then 'later' when p.n % 40 = 11 then 'guest' when p.n % 40 in (21, 33) then 'desk'
    when p.n % 90 = 45 then 'refunded' else 'ride' end,
  301 + floor(40 * p.rider)::integer,
  case when p.n % 40 = 37 then 52 + p.n / 40 % 4 when p.type in (4, 5) then 1 + floor(48 * p.route)::integer else 1 + floor(51 * p.route)::integer end,
  p.type, p.which_driver, p.mood, p.pace, p.extra, p.payment, p.promo
from parcels p;

-- 20 bookings of the last hours, so that the centres of Vaduz and Schaan look busy at any time of day. In one driver@ drives
-- rider@, in one a rider owes a cancellation fee, in one the car is stuck in traffic.
insert into seed.plan (n, at, story, rider, route, car, which_driver, mood, pace, extra, payment, promo)
select d.i, seed.present() - make_interval(mins => 32 + 9 * k.n + k.n * k.n * 9 / 10), case k.n when 7 then 'no_driver' when 12 then 'cancelled_late' when 18 then 'jam' else 'ride' end,
  case k.n when 10 then 301 when 12 then 340 else 304 + k.n * 3 % 31 end, (array[3, 13, 1, 16, 7, 2, 11, 14, 4, 19, 17, 8, 5, 15, 33, 25, 9, 6, 38, 12])[k.n],
  case when k.n = 7 then 6 else (array[1, 1, 2, 1, 3])[1 + k.n % 5] end, case k.n when 10 then 0 else d.which_driver end, case k.n when 10 then 0.9 else d.mood end,
  case k.n when 18 then 6 else d.pace end, d.extra, case k.n when 12 then 0 else d.payment end, d.promo
from dice d, lateral (select 385 - d.i as n) k where d.i between 365 and 384;

-- The bookings under way now, and those of the coming days.
insert into seed.plan (n, at, story, rider, route, car, which_driver, mood, pace, extra, payment, promo)
select d.i, seed.present(), v.story, v.rider, v.route, v.car, d.which_driver, d.mood, d.pace, d.extra, d.payment, d.promo
from dice d join (values (385, 'to_come', 321, 32, 1), (386, 'to_come', 322, 43, 2), (387, 'to_come', 323, 16, 3), (388, 'to_come_desk', 324, 6, 6),
  (389, 'to_come_parcel', 325, 30, 5), (390, 'to_come_taken', 326, 34, 1), (391, 'to_come_taken', 327, 24, 2), (392, 'now_paid', 328, 45, 1),
  (393, 'now_paid', 329, 47, 1), (394, 'now_pending', 330, 35, 2), (395, 'now_parcel', 331, 36, 4), (396, 'now_started', 332, 40, 1),
  (397, 'now_arrived', 333, 32, 2), (398, 'now_accepted', 334, 39, 1), (399, 'now_new', 335, 12, 6), (400, 'now_unpaid', 336, 14, 4)) v (n, story, rider, route, car) on v.n = d.i;
end $$;
