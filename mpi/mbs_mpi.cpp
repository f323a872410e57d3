// The program's part for MPI: a thin plug-in, the only file that sees MPI.
#include "mpi/mbs_mpi.h"

#include <mpi.h>

#include <climits>

namespace {

constexpr int tag = 1;

int send(int to, const char* bytes, unsigned long count) {
  if (count > INT_MAX) return 1;
  return MPI_Send(bytes, static_cast<int>(count), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

long arrived(int* from) {
  int there = 0, count = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there)
    return -1;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  return count;
}

int receive(int from, char* bytes, unsigned long count) {
  return MPI_Recv(bytes, static_cast<int>(count), MPI_BYTE, from, tag, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
}

void close(int lost, int exit_code) {
  // MPI_Finalize waits for all ranks.
  if (lost)
    MPI_Abort(MPI_COMM_WORLD, exit_code);
  else
    MPI_Finalize();
}

}  // namespace

extern "C" int mbs_mpi_open(struct mbs_mpi* mpi) {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &mpi->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &mpi->size);
  mpi->send = send;
  mpi->arrived = arrived;
  mpi->receive = receive;
  mpi->close = close;
  return provided < MPI_THREAD_FUNNELED;
}
