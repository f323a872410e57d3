/* Between the program and its part for MPI, which it loads when it is started by mpirun. Plain C, so
 * that the two may come from different compilers. A message is a run of bytes. */
#ifndef MBS_MPI_H
#define MBS_MPI_H

#ifdef __cplusplus
extern "C" {
#endif

struct mbs_mpi {
  int rank, size;
  /* 0, or not if the message could not be sent. Returns when `bytes` may be changed. */
  int (*send)(int to, const char* bytes, unsigned long count);
  /* Size of the next message that has arrived and who sent it; -1 if there is none. Does not wait. */
  long (*arrived)(int* from);
  /* Receives that message. */
  int (*receive)(int from, char* bytes, unsigned long count);
  /* Ends the use of MPI. With `lost` some rank does not answer: all of them are ended. */
  void (*close)(int lost, int exit_code);
};

/* 0, or not if MPI cannot be started. */
int mbs_mpi_open(struct mbs_mpi* mpi);

#ifdef __cplusplus
}
#endif
#endif
