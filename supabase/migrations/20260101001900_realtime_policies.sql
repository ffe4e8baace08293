-- Who may join which topic. Topics are compared as text and never cast: a topic is whatever a client sent.
-- Needs:  realtime.messages, bookings
-- Access: reading is decided when a client joins and when its token is refreshed; writing on position:<id> alone
-- Tests:  tests/db/realtime.sql

create policy "people listen to their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text);
create policy "drivers listen to their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'driver:' || (select auth.uid())::text
    and ((select auth.jwt()) ->> 'user_role') = 'driver');
create policy "fleet admins listen to their fleet" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'fleet:' || (select auth.uid())::text
    and ((select auth.jwt()) ->> 'user_role') = 'fleetadmin');
create policy "admins listen to the desk" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'admin' and ((select auth.jwt()) ->> 'user_role') = 'admin');
create policy "people listen to bookings they see" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'booking:%'
    and (select app.sees_booking(substr(realtime.topic(), 9), false)));
create policy "people follow the driver of bookings under way" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'position:%'
    and (select app.sees_booking(substr(realtime.topic(), 10), true)));
create policy "the driver of a trip under way sends its position" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) like 'position:%'
    and (select app.carries_booking(substr(realtime.topic(), 10))));
