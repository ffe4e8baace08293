-- Ratings: riders rate drivers and drivers rate riders, once each per booking.

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
  shown_from: From when the receiver may see the rating: once both have rated, or after 24 hours. Otherwise the second
    rating would be an answer to the first.
  counted: Whether the receiver's average and notices already include the rating; never before shown_from.
$$);

create index ratings_from_id on public.ratings (from_id);
create index ratings_to_id on public.ratings (to_id, created_at desc) include (stars, counted);
create index ratings_to_show on public.ratings (shown_from) where not counted;

-- Comments have a table of their own, because a policy cannot hide a column. Drivers see the stars of each ride, but
-- not which rider wrote a comment: rider and driver may live in the same town, and riders should not fear a driver's
-- reaction.
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
grant select on public.ratings, public.rating_comments to authenticated;

create index rating_comments_to_id on public.rating_comments (to_id, created_at desc);
create index rating_comments_from_id on public.rating_comments (from_id);

alter table public.ratings enable row level security;
alter table public.rating_comments enable row level security;

create policy "people read the comments they wrote" on public.rating_comments for select to authenticated
  using (from_id = (select auth.uid()));
create policy "admins read every comment" on public.rating_comments for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "people read the ratings they gave" on public.ratings for select to authenticated
  using (from_id = (select auth.uid()));
create policy "people read the ratings they received once they may know" on public.ratings for select to authenticated
  using (to_id = (select auth.uid()) and shown_from <= (select app.now()));
create policy "admins read every rating" on public.ratings for select to authenticated
  using ((select app.has_current_role('admin')));

-- Comments show only their month, and those of a month are sorted by their text, because the day or the order in time
-- would reveal to which ride a comment belongs. Only admins see the rider and the ride.
create type public.rating_summary as (userrating numeric, count integer, details jsonb, comments jsonb, tags jsonb);
comment on type public.rating_summary is 'Result of rating_details; details and comments contain the last 200 each.';
