-- Referral rings: groups of accounts that may have been invented to earn referral bonuses. Staff decides about them.
-- Access: admins
-- Tests:  tests/db/ring.sql

-- The function is allowed in demo mode, too, because its result contains no names or contacts.
create function public.referral_rings(since timestamptz default null)
returns table (referrer_id uuid, referred bigint, bonus numeric, spent numeric, drivers bigint, same_driver bigint,
  shared_devices bigint,
  similar_mailboxes bigint, last_at timestamptz, score bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('reports');
  return query
  with paid as (
    select f.* from app.referrals f where f.at >= coalesce(referral_rings.since, app.now() - interval '180 days')),
  members as (select p.referrer_id as head, p.referred_id as id from paid p
    union select p.referrer_id, p.referrer_id from paid p),
  sums as (
    select p.referrer_id as head, count(*) as n, 2 * sum(p.amount) as amount, count(distinct p.driver_id) as drivers,
      max(p.at) as last_at from paid p group by 1),
  by_driver as (select x.head, max(x.n) as n from (select p.referrer_id as head, count(*) as n from paid p
    group by p.referrer_id, p.driver_id) x group by 1),
  -- A family is a referrer and the people they invited. For shared devices, the drivers of their trips count as
  -- members, too.
  people as (select m.head, m.id from members m union select p.referrer_id, p.driver_id from paid p),
  devices as (
    select x.head, sum(x.n - 1) as n
      from (select m.head, k.hash, count(*) as n from people m join app.known_devices k on k.user_id = m.id
      group by 1, 2) x group by 1),
  mailboxes as (
    select x.head, sum(x.n - 1) as n
      from (select m.head, regexp_replace(app.normalised_mailbox(u.email), '[0-9._-]+(?=.*@)', '',
      'g') as stem, count(*) as n
      from members m join auth.users u on u.id = m.id where u.email is not null group by 1, 2) x group by 1),
  spending as (
    select m.head, -sum(e.amount) as amount from members m join public.ledger_accounts a on a.user_id = m.id
      and a.kind = 'bonus'
    join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions t on t.id = e.transaction_id
      where t.booking_id is not null group by 1)
  select s.head, s.n, s.amount, coalesce(g.amount, 0), s.drivers, d.n, coalesce(v.n, 0)::bigint,
    coalesce(b.n, 0)::bigint, s.last_at,
    (d.n - 1 + 3 * coalesce(v.n, 0) + 2 * coalesce(b.n, 0))::bigint as points
  from sums s join by_driver d on d.head = s.head left join devices v on v.head = s.head
    left join mailboxes b on b.head = s.head
  left join spending g on g.head = s.head
  order by points desc, s.n desc, s.head limit 200;
end $$;
comment on function public.referral_rings is
  'Referrers whose invited people look invented, most suspicious first, at most 200, from bonuses paid since `since` '
  '(default: 180 days ago): {referrer_id, referred (people whose bonus was paid), bonus (paid to both), spent (the '
  'part spent on fares), drivers (of the trips that earned), same_driver (most trips with one driver), shared_devices '
  '(people minus devices), similar_mailboxes (people minus mailboxes, ignoring digits in names), last_at, score}. For '
  'admins. '
  'Errors: must_login, not_allowed.';
grant execute on function public.referral_rings(timestamptz) to authenticated;
