-- Ratings: riders rate drivers and drivers rate riders, once each per booking.
-- Needs:  bookings, notices
-- Access: the author and admins read stars and comments; the receiver and a driver's fleet admin read them once both people
--   have rated or a day has passed, the comments without names
-- Tests:  tests/db/ratings.sql

create table public.ratings (
  booking_id uuid not null references public.bookings (id),
  from_id uuid not null references public.profiles (id),
  to_id uuid not null references public.profiles (id),
  stars integer not null check (stars between 1 and 5),
  created_at timestamptz not null default app.now(),
  shown_from timestamptz not null default app.now() + interval '24 hours',
  counted boolean not null default false,
  primary key (booking_id, from_id),
  check (from_id <> to_id),
  constraint ratings_shown check (shown_from between created_at and created_at + interval '24 hours')
);
call app.describe('public.ratings', $$
  The stars that one person gave another for one booking.
  stars: Number of stars, 1 to 5.
  shown_from: From when the receiver may see the rating: once both have rated, or after 24 hours. Otherwise the second rating would be an answer to the first.
  counted: Whether the receiver's average and notices already include the rating; never before shown_from.
$$);
create index ratings_from_id on public.ratings (from_id);
create index ratings_to_id on public.ratings (to_id, created_at desc) include (stars, counted);
create index ratings_to_show on public.ratings (shown_from) where not counted;

-- Comments have a table of their own, because a policy cannot hide a column. Drivers see the stars of each ride, but not which
-- rider wrote a comment: rider and driver may live in the same town, and riders should not fear a driver's reaction.
create table public.rating_comments (
  booking_id uuid not null,
  from_id uuid not null,
  to_id uuid not null references public.profiles (id),
  comment text check (btrim(comment) <> '' and length(comment) <= 1000),
  tags text[] not null default '{}' check (cardinality(tags) <= 5 and array_position(tags, null) is null),
  created_at timestamptz not null default app.now(),
  primary key (booking_id, from_id),
  foreign key (booking_id, from_id) references public.ratings (booking_id, from_id) on delete cascade,
  constraint rating_comments_said check (comment is not null or tags <> '{}')
);
call app.describe('public.rating_comments', $$
  Comments and tags of ratings. The receiver reads them with rating_details(), without names and dates.
  comment: The author's text, at most 1000 characters.
  tags: Keys of praise or complaints that the author chose from app.rating_tags().
$$);
create index rating_comments_to_id on public.rating_comments (to_id, created_at desc);
create index rating_comments_from_id on public.rating_comments (from_id);
alter table public.ratings enable row level security;
alter table public.rating_comments enable row level security;
grant select on public.ratings, public.rating_comments to authenticated;
create policy "people read the comments they wrote" on public.rating_comments for select to authenticated using (from_id = (select auth.uid()));
create policy "admins read every comment" on public.rating_comments for select to authenticated using ((select app.has_current_role('admin')));
create policy "people read the ratings they gave" on public.ratings for select to authenticated using (from_id = (select auth.uid()));
create policy "people read the ratings they received once they may know" on public.ratings for select to authenticated
  using (to_id = (select auth.uid()) and shown_from <= (select app.now()));
create policy "admins read every rating" on public.ratings for select to authenticated using ((select app.has_current_role('admin')));

-- Updates the receiver's average. If the receiver is a driver, notifies the driver of the stars. Call it only once the receiver
-- may see the stars, because the average and the notice reveal them.
create function app.count_rating(given public.ratings) returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Locks the receiver: of two ratings of one person at the same time, the second waits and then also counts the first.
  perform 1 from public.profiles p where p.id = (given).to_id for no key update;
  update public.ratings g set counted = true where g.booking_id = (given).booking_id and g.from_id = (given).from_id and not g.counted;
  if not found then return; end if;
  update public.profiles p set rating = r.average, rating_count = r.n
  from (select round(avg(g.stars), 1) as average, count(*) as n from public.ratings g where g.to_id = (given).to_id and g.counted) r
  where p.id = (given).to_id;
  perform app.notify(b.driver_id, 'trip_rated', app.notice_params(b) || jsonb_build_object('stars', (given).stars), b.id)
  from public.bookings b where b.id = (given).booking_id and b.driver_id = (given).to_id;
end $$;

create function app.show_ratings() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Ratings are counted in the order of their receivers' ids. The receivers' rows stay locked, so in this order two concurrent
  -- runs cannot deadlock.
  perform app.count_rating(d.rating) from (select g as rating from public.ratings g
    where not g.counted and g.shown_from <= app.now() order by g.to_id limit 1000) d;
end $$;
comment on function app.show_ratings is 'Counts the ratings that are 24 hours old. Safe to call at any time.';

-- src/features/trips/rating-tags.ts contains the same tags: change both.
create function app.rating_tags(of_driver boolean, stars integer) returns text[] language sql immutable set search_path = '' as $$
  select case
    when rating_tags.of_driver and rating_tags.stars >= 4 then '{friendly,safe,clean,on_time,good_route}'::text[]
    when rating_tags.of_driver then '{unfriendly,unsafe,dirty,late,detour}'::text[]
    when rating_tags.stars >= 4 then '{friendly,ready,tidy}'::text[]
    else '{unfriendly,kept_waiting,left_mess}'::text[]
  end
$$;
comment on function app.rating_tags is 'The tags that a person can choose with this number of stars, for a driver or a rider.';

create function app.add_rating(booking_id uuid, from_id uuid, to_id uuid, stars integer, comment text, tags text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ratings (booking_id, from_id, to_id, stars)
  values (add_rating.booking_id, add_rating.from_id, add_rating.to_id, add_rating.stars);
  insert into public.rating_comments (booking_id, from_id, to_id, comment, tags)
  select add_rating.booking_id, add_rating.from_id, add_rating.to_id, c.comment, c.tags
  from (select nullif(btrim(left(add_rating.comment, 1000)), '') as comment, array(select distinct t from unnest(add_rating.tags) t) as tags) c
  where c.comment is not null or c.tags <> '{}';
  if (select count(*) from public.ratings g where g.booking_id = add_rating.booking_id) = 2 then
    update public.ratings g set shown_from = least(g.shown_from, app.now()) where g.booking_id = add_rating.booking_id;
    perform app.count_rating(g) from public.ratings g where g.booking_id = add_rating.booking_id and not g.counted order by g.to_id;
  end if;
end $$;

create function public.rate_booking(booking_id uuid, stars integer default null, comment text default null, tags text[] default '{}') returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_given integer;
begin
  v_booking := app.lock_booking(rate_booking.booking_id);
  if v_me.id is distinct from v_booking.customer_id and v_me.id is distinct from v_booking.driver_id or v_booking.customer_id is null then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  if rate_booking.stars not between 1 and 5 then
    perform app.refuse('rating_invalid', 422, 'Give 1 to 5 stars, or none to skip');
  end if;
  if not coalesce(rate_booking.tags, '{}') <@ app.rating_tags(v_me.id = v_booking.customer_id, rate_booking.stars) then
    perform app.refuse('rating_invalid', 422, 'Unknown tag for this number of stars');
  end if;
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  select g.stars into v_given from public.ratings g where g.booking_id = v_booking.id and g.from_id = v_me.id;
  if v_given is not null and rate_booking.stars is not null and v_given <> rate_booking.stars then
    perform app.refuse('already_rated', 409, 'A rating cannot be changed');
  end if;
  if rate_booking.stars is not null and v_given is null then
    perform app.add_rating(v_booking.id, v_me.id,
      case when v_me.id = v_booking.customer_id then v_booking.driver_id else v_booking.customer_id end, rate_booking.stars, rate_booking.comment, coalesce(rate_booking.tags, '{}'));
  end if;
  -- A rating by the driver does not change the booking, and a booking that is COMPLETE stays as it is. In both cases the
  -- booking's row is not written, because each update of it is broadcast.
  if v_me.id = v_booking.driver_id or v_booking.status = 'COMPLETE' then return v_booking; end if;
  perform app.set_actor('rider', v_me.id);
  return app.move_booking(v_booking.id, 'COMPLETE', jsonb_build_object('completed_at', app.now()));
end $$;
comment on function public.rate_booking is 'Rates the other person of a trip. The rider rates the driver, optionally with tags of app.rating_tags() and a comment, or skips the rating by passing no stars; both complete the booking. The driver rates the rider. The receiver sees a rating once both have rated, or after 24 hours. Idempotent. Errors: must_login, booking_not_found, rating_invalid, wrong_status, already_rated.';
grant execute on function public.rate_booking(uuid, integer, text, text[]) to authenticated;

-- Comments show only their month, and those of a month are sorted by their text, because the day or the order in time would
-- reveal to which ride a comment belongs. Only admins see the rider and the ride.
create type public.rating_summary as (userrating numeric, count integer, details jsonb, comments jsonb, tags jsonb);
comment on type public.rating_summary is 'Result of rating_details; details and comments contain the last 200 each.';

create function public.rating_details(user_id uuid default null) returns public.rating_summary
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_whose uuid := coalesce(rating_details.user_id, v_me.id);
  v_details jsonb;
  v_comments jsonb;
  v_tags jsonb;
  v_summary public.rating_summary;
begin
  if v_whose <> v_me.id and v_me.usertype <> 'admin' and not (v_me.usertype = 'fleetadmin'
      and exists (select 1 from public.drivers d where d.id = v_whose and d.fleet_id = v_me.id)) then
    perform app.refuse('not_allowed', 403, 'Only the receiver, the driver''s fleet and admins read ratings');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user', g.from_id, 'rate', g.stars, 'booking_id', g.booking_id, 'at', g.created_at)
    order by g.created_at desc, g.booking_id), '[]') into v_details
  from (select r.* from public.ratings r where r.to_id = v_whose and (v_me.usertype = 'admin' or r.shown_from <= app.now()) order by r.created_at desc, r.booking_id limit 200) g;
  select coalesce(jsonb_agg(c.entry order by c.entry ->> 'month' desc, c.entry ->> 'comment'), '[]') into v_comments
  from (select jsonb_build_object('comment', k.comment, 'month', to_char(k.created_at at time zone s.time_zone, 'YYYY-MM'))
      || case when v_me.usertype = 'admin' then jsonb_build_object('user', k.from_id, 'booking_id', k.booking_id) else '{}' end as entry
    from public.settings s, public.rating_comments k join public.ratings r on r.booking_id = k.booking_id and r.from_id = k.from_id
    where s.id = 1 and k.to_id = v_whose and k.comment is not null and (v_me.usertype = 'admin' or r.shown_from <= app.now())
    order by k.created_at desc, k.booking_id limit 200) c;
  select coalesce(jsonb_object_agg(n.tag, n.times), '{}') into v_tags
  from (select t.tag, count(*) as times from public.rating_comments k join public.ratings r on r.booking_id = k.booking_id and r.from_id = k.from_id
    cross join unnest(k.tags) t (tag) where k.to_id = v_whose and (v_me.usertype = 'admin' or r.shown_from <= app.now()) group by t.tag) n;
  select p.rating, p.rating_count, v_details, v_comments, v_tags into v_summary from public.profiles p where p.id = v_whose;
  return v_summary;
end $$;
comment on function public.rating_details is 'The ratings that a person received (default: the caller): {userrating, count, details [{user, rate, booking_id, at}], comments [{comment, month}], tags {tag: count}}, details and comments the last 200 each; for admins comments include user and booking_id. Errors: must_login, not_allowed.';
grant execute on function public.rating_details(uuid) to authenticated;
